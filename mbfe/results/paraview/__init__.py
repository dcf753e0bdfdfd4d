"""Time series of meshes for ParaView."""
