"""The engine: numbering, assembly, linear algebra, the time loop. It never names an element or joint kind."""
