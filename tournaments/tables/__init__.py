"""The tables of a round being played: phones, slips, the referee, the clock, codes."""
