"""Views of a run: labelled signals of bodies, joints, beams and contacts, energies, pictures."""
