"""The engine: numbering, assembly, linear algebra and the time loop. It never names an element or joint kind."""
