"""Research tools: training, tuning and reference bots. Players and servers do not need them."""
