x = '\ud800a\N{BULLET}'
