/** How good a prediction was. All are between 0 and 1, apart from `lift10` and `brierSkill`. */
export type PredictionFigures = {
  /** Chance that a client who left had a higher score than one who stayed. Equal scores count as half. */
  auc: number;
  /** Area under precision over recall, as average precision. */
  prAuc: number;
  /** Mean squared error of the probabilities. */
  brier: number;
  /** How much smaller the Brier score is than that of the average share for everybody: 1 is perfect, below 0 worse. */
  brierSkill: number;
  /** Mean distance of promised and observed share over ten bands of equal size, weighted by rows. */
  ece: number;
  /** Share of events among the highest tenth, against the share among all. */
  lift10: number;
  /** Share of all events that the highest fifth holds. */
  recall20: number;
  n: number;
};

const BANDS = 10;

/**
 * @param chances predicted probabilities
 * @param labels 1 where the event happened, else 0
 * @throws RangeError when there are no rows, or all labels are equal
 */
export function figuresOf(chances: readonly number[], labels: readonly number[]): PredictionFigures {
  const n = chances.length;
  const events = labels.reduce((sum, label) => sum + label, 0);
  if (events === 0 || events === n) throw new RangeError('both labels have to occur');
  const rows = chances.map((chance, index) => ({ chance, label: labels[index] ?? 0 }));
  const falling = rows.sort((a, b) => b.chance - a.chance);
  const share = events / n;
  const brier = mean(falling.map(({ chance, label }) => (chance - label) ** 2));
  return {
    auc: aucOf(falling, events),
    prAuc: averagePrecision(falling, events),
    brier,
    brierSkill: 1 - brier / (share * (1 - share)),
    ece: calibrationError(falling),
    lift10: eventsAmong(falling, 0.1) / Math.max(1, Math.round(0.1 * n)) / share,
    recall20: eventsAmong(falling, 0.2) / events,
    n,
  };
}

type Row = { chance: number; label: number };

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const eventsAmong = (falling: readonly Row[], share: number): number =>
  falling.slice(0, Math.max(1, Math.round(share * falling.length))).reduce((sum, { label }) => sum + label, 0);

/** Rows of equal chance, because their order says nothing. */
function* ties(falling: readonly Row[]): Generator<{ events: number; others: number }> {
  for (let start = 0; start < falling.length; ) {
    let end = start;
    let events = 0;
    while (end < falling.length && falling[end]?.chance === falling[start]?.chance) {
      events += falling[end]?.label ?? 0;
      end += 1;
    }
    yield { events, others: end - start - events };
    start = end;
  }
}

function aucOf(falling: readonly Row[], events: number): number {
  let [above, sum] = [0, 0];
  for (const tie of ties(falling)) {
    sum += tie.others * (above + tie.events / 2);
    above += tie.events;
  }
  return sum / (events * (falling.length - events));
}

function averagePrecision(falling: readonly Row[], events: number): number {
  let [seen, found, sum] = [0, 0, 0];
  for (const tie of ties(falling)) {
    seen += tie.events + tie.others;
    found += tie.events;
    sum += (tie.events / events) * (found / seen);
  }
  return sum;
}

function calibrationError(falling: readonly Row[]): number {
  const n = falling.length;
  let sum = 0;
  for (let band = 0; band < BANDS; band += 1) {
    const rows = falling.slice(Math.floor((band * n) / BANDS), Math.floor(((band + 1) * n) / BANDS));
    if (rows.length === 0) continue;
    sum += rows.length * Math.abs(mean(rows.map(({ chance }) => chance)) - mean(rows.map(({ label }) => label)));
  }
  return sum / n;
}
