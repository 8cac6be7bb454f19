// The combat on the page. It is the contract's document itself: what this page has no field for
// stays in it untouched.

const LISTS = ["creatures", "planeswalkers", "battles"];

// The keys of a permanent under which others are named.
const REFERENCES = [
  "id",
  "attacking",
  "blocking",
  "damage_order",
  "must_attack",
  "must_block",
  "must_be_blocked",
  "cant_attack",
  "cant_block",
  "cant_be_blocked_by",
];

export function emptyCombat() {
  return {
    version: 1,
    active_player: "A",
    players: { A: { life: 20 }, B: { life: 20 } },
    creatures: [],
    planeswalkers: [],
    battles: [],
  };
}

export class Combat {
  constructor(document, changed) {
    this.changed = changed;
    this.document = document;
  }

  replace(document) {
    for (const list of LISTS) document[list] ??= [];
    this.document = document;
    this.changed();
  }

  // Does something to the document and tells everybody.
  change(action) {
    action(this.document);
    this.changed();
  }

  get players() {
    return Object.keys(this.document.players ?? {});
  }

  get active() {
    return this.document.active_player;
  }

  // The active player's side: the player and the team-mates.
  isActive(player) {
    const { players } = this.document;
    const team = players[this.active]?.team;
    return player === this.active || (team !== undefined && players[player]?.team === team);
  }

  // A permanent, with the list and the place in it: what faults name it by.
  find(id) {
    for (const list of LISTS) {
      const index = this.document[list].findIndex((permanent) => permanent.id === id);
      if (index >= 0) return { list, index, permanent: this.document[list][index] };
    }
    return undefined;
  }

  creature(id) {
    const found = this.find(id);
    return found?.list === "creatures" ? found.permanent : undefined;
  }

  // Who may be attacked: the other side's players and planeswalkers, battles they protect.
  get targets() {
    const other = (player) => player !== undefined && !this.isActive(player);
    return [
      ...this.players.filter(other),
      ...this.document.planeswalkers.filter((one) => other(one.controller)).map((one) => one.id),
      ...this.document.battles.filter((one) => other(one.protector)).map((one) => one.id),
    ];
  }

  get attackers() {
    return this.document.creatures.filter((creature) => creature.attacking !== undefined);
  }

  freeName(wanted) {
    const taken = new Set([
      ...this.players,
      ...LISTS.flatMap((list) => this.document[list].map((permanent) => permanent.id)),
    ]);
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
    return name;
  }

  add(list, controller) {
    const kinds = {
      creatures: { id: this.freeName("creature"), controller, power: 2, toughness: 2 },
      planeswalkers: { id: this.freeName("planeswalker"), controller, loyalty: 3 },
      battles: { id: this.freeName("battle"), controller, protector: controller, defense: 4 },
    };
    const made = kinds[list];
    if (list === "battles") made.controller = this.isActive(controller) ? controller : this.active;
    this.change((document) => document[list].push(made));
    return made.id;
  }

  addPlayer() {
    let name = "C";
    while (this.players.includes(name)) name = String.fromCharCode(name.charCodeAt(0) + 1);
    this.change((document) => {
      document.players[name] = { life: 20 };
    });
  }

  remove(id) {
    this.change((document) => {
      for (const list of LISTS) document[list] = document[list].filter((one) => one.id !== id);
      for (const creature of document.creatures) {
        if (creature.attacking === id) delete creature.attacking;
        this.#dropBlock(creature, id);
      }
    });
  }

  removePlayer(name) {
    this.change((document) => {
      delete document.players[name];
      for (const list of LISTS) {
        document[list] = document[list].filter(
          (one) => one.controller !== name && one.protector !== name,
        );
      }
      for (const creature of document.creatures) {
        if (creature.attacking === name) delete creature.attacking;
      }
    });
  }

  // Gives a permanent another name, also wherever it is named.
  rename(id, wanted) {
    if (id === wanted || wanted === "") return id;
    const name = this.freeName(wanted);
    const swap = (given) => {
      if (given === id) return name;
      return Array.isArray(given) ? given.map(swap) : given;
    };
    this.change((document) => {
      for (const list of LISTS) {
        for (const permanent of document[list]) {
          for (const key of REFERENCES) {
            if (key in permanent) permanent[key] = swap(permanent[key]);
          }
        }
      }
      for (const effect of document.effects ?? []) {
        if (Array.isArray(effect.sources)) effect.sources = swap(effect.sources);
        if (Array.isArray(effect.targets)) effect.targets = swap(effect.targets);
      }
      for (const { commander_damage: dealt } of Object.values(document.players)) {
        if (dealt === undefined || !(id in dealt)) continue;
        dealt[name] = dealt[id];
        delete dealt[id];
      }
    });
    return name;
  }

  attack(id, target) {
    this.change(() => {
      const creature = this.creature(id);
      if (target === undefined) {
        delete creature.attacking;
        delete creature.blocked;
        for (const other of this.document.creatures) this.#dropBlock(other, id);
      } else {
        creature.attacking = target;
        delete creature.blocking;
      }
    });
  }

  toggleBlock(id, attacker) {
    this.change(() => {
      const creature = this.creature(id);
      if (creature.blocking?.includes(attacker)) this.#dropBlock(creature, attacker);
      else creature.blocking = [...(creature.blocking ?? []), attacker];
    });
  }

  // What dragging one thing onto another means: an attack or a block; else the reason why nothing.
  connect(from, to) {
    const source = this.creature(from);
    if (source === undefined) return "Only creatures attack and block.";
    if (from === to) return "";
    const target = this.creature(to);
    if (this.isActive(source.controller)) {
      if (target !== undefined) return "Attackers attack players, planeswalkers and battles.";
      if (!this.targets.includes(to)) return `${to} cannot be attacked by ${from}.`;
      this.attack(from, to);
    } else {
      if (target === undefined) return "Blockers block attackers.";
      if (target.attacking === undefined) return `${to} is not attacking.`;
      this.toggleBlock(from, to);
    }
    return "";
  }

  // Takes over declarations that an answer names.
  declare({ attacks, blocks }) {
    this.change((document) => {
      for (const creature of document.creatures) {
        if (attacks !== undefined) {
          delete creature.attacking;
          delete creature.blocked;
          if (creature.id in attacks) creature.attacking = attacks[creature.id];
        }
        if (blocks !== undefined) {
          delete creature.blocking;
          if (creature.id in blocks) creature.blocking = blocks[creature.id];
        }
      }
    });
  }

  #dropBlock(creature, attacker) {
    if (!creature.blocking?.includes(attacker)) return;
    creature.blocking = creature.blocking.filter((one) => one !== attacker);
    if (creature.blocking.length === 0) delete creature.blocking;
  }
}
