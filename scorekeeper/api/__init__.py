"""The program's interface for programs: JSON under /api/v1/, described by OpenAPI."""
