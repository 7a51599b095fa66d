from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="proof",
    help_chapters={"tournaments.extensions.proof": "contest-end"},
    urls="tournaments.extensions.proof.urls",
    templates={"public.buttons": "proof/_public_button.html"},
)
