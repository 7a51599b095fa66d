from scorekeeper.extensions import Extension
from tournaments.extensions.demo.contest import begin_contest

EXTENSION = Extension(code="demo", fill_trial=begin_contest)
