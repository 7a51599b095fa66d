"""Fill the program's data folder: python -m tests.benchmarks.fill_data HANDS."""

import sys


def main() -> None:
    """Fill the folder that the environment names."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.benchmarks.filling import multiply, played_club

    call_command("migrate", interactive=False, verbosity=0)
    played_club()
    multiply(int(sys.argv[1]))


if __name__ == "__main__":
    main()
