// Boards to begin with, in the short notation.

export const EXAMPLES = {
  "A wall in the way": {
    source: "4/4 <- X; 5/5 trample <- X; 4/4 <- Y; X: 0/4; Y: 5/4",
    objectives: ["max player_damage"],
  },
  "Cards": {
    source: "Horta <- Grizzly Bears x2; Boldwyr Heavyweights <- Palace Guard, Battle Mammoth",
  },
  "Past a planeswalker": {
    source: "7/7 trample over planeswalkers -> jace; 1/1 -> jace; jace: loyalty 3; B: life 5",
    objectives: ["max player_damage", "max planeswalkers_killed"],
  },
  "Whom to block": {
    source: "giant: 5/5 trample -> B; knight: 3/3 first strike -> B; bear: 2/2; wall: 0/6; B: life 6",
    question: "blocks",
    objectives: ["play"],
  },
};
