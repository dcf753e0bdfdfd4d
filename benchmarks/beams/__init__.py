"""Cantilevers: mbfe's beams and Exudyn's."""
