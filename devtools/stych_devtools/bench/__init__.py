"""How fast everything is, as ratios that hold on any machine: `stych bench`."""
