"""Points that slide on rigid curves and on deforming beams, and profiles that touch."""
