"""What can be played: editions, boards, bots, rules and words."""
