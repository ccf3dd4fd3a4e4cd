"""The formats of tournaments: each says which entrants meet, on which boards, stage by stage."""
