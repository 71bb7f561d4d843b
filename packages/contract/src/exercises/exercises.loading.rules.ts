import type { ExerciseEquipment } from './exercises.rules.ts';
import type { Exercise } from './exercises.ts';

/** How load is added: freely, in large steps or little, or by more repetitions alone. */
export type Loading = 'free' | 'limited' | 'none';

const FREE: readonly ExerciseEquipment[] = [
  'barbell',
  'ez_bar',
  'trap_bar',
  'dumbbells',
  'cable',
  'machine',
  'smith_machine',
  'landmine',
  'plate',
];
const LIMITED: readonly ExerciseEquipment[] = [
  'kettlebell',
  'band',
  'medicine_ball',
  'sled',
  'pull_up_bar',
  'dip_bars',
  'rings',
];
/** Needs a bar to hang from, which adds no weight. */
const HELD_BY_BAR: readonly string[] = ['inverted-row'];

export function loadingOf({ id, equipment }: Pick<Exercise, 'id' | 'equipment'>): Loading {
  if (HELD_BY_BAR.includes(id)) return 'limited';
  if (equipment.some((item) => FREE.includes(item))) return 'free';
  return equipment.some((item) => LIMITED.includes(item)) ? 'limited' : 'none';
}

/** Pull-ups, dips, pistol squats and the like, of which trained clients manage few. */
export function isHardBodyweight({ id, equipment, level, pattern }: Exercise): boolean {
  const loading = loadingOf({ id, equipment });
  if (level === 'Advanced' && loading === 'none') return true;
  const isHanging = pattern === 'vertical_pull' || equipment.includes('dip_bars') || equipment.includes('rings');
  return level !== 'Beginner' && loading === 'limited' && isHanging;
}
