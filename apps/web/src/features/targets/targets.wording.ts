import type { Target, TargetChange } from '@stridewell/contract/targets/targets';
import type { TargetBlock } from '@stridewell/contract/targets/targets.blocks';
import { TARGET_SOURCE_LABELS } from '@stridewell/contract/targets/targets.rules';
import { energySentence, kcalText, onDayInSentence } from '../../lib/format.ts';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export type NumberRow = { label: string; amount: string; why: string };

/** The numbers of a target, each with its sentence. */
type Numbers = Omit<Target, 'week' | 'weeklyPercent' | 'reasons'> & { reasons: Omit<Target['reasons'], 'expenditure'> };

export const numberRows = ({ reasons, ...target }: Numbers): NumberRow[] => [
  { label: 'Energy', amount: kcalText(target.kcal), why: energySentence(reasons.kcal) },
  { label: 'Protein', amount: `${target.protein} g`, why: energySentence(reasons.protein) },
  { label: 'Carbs', amount: `${target.carbohydrate} g`, why: energySentence(reasons.carbohydrate) },
  { label: 'Fat', amount: `${target.fat} g`, why: energySentence(reasons.fat) },
  { label: 'Fiber', amount: `${target.fibre} g`, why: energySentence(reasons.fibre) },
  { label: 'Water', amount: `${target.waterLiters} L`, why: energySentence(reasons.water) },
];

/** The change of weight that a target leads to, like "About 0.5% of body weight down a week". */
export function rateText(weeklyPercent: number): string {
  const percent = Math.abs(weeklyPercent).toFixed(1);
  if (percent === '0.0') return 'Keeps the weight';
  return `About ${percent}% of body weight ${weeklyPercent < 0 ? 'down' : 'up'} a week`;
}

/** When and how a target was set, like "Calculated, since Mar 2". */
export function sourceText({ source, startsOn, by }: TargetChange, today: string): string {
  const who = by === 'rules' ? ', within your limits' : '';
  const label = `${TARGET_SOURCE_LABELS[source]}${who}`;
  return `${label}, ${startsOn > today ? 'starts' : 'started'} ${onDayInSentence(startsOn, today)}`;
}

/** Why a client gets no numbers, or not these, as one heading. */
export function blockTitle(blocks: readonly TargetBlock[], firstName: string): string {
  if (blocks.some(({ refer }) => refer)) return `No numbers for ${firstName}: refer first`;
  if (blocks.some(({ code }) => code === 'missing')) return 'Some details are missing';
  return blocks.every(({ code }) => code === 'no_note') ? 'A note is missing' : 'These numbers are not possible';
}
