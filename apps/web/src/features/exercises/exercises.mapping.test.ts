import { describe, expect, it } from 'vitest';
import { type FileExercise, type FileMuscle, factsOf } from './exercises.mapping.ts';

const factsFor = (name: string, muscle: FileMuscle, changes: Partial<FileExercise> = {}) =>
  factsOf({
    name,
    category: 'strength',
    force: 'push',
    level: 'beginner',
    mechanic: 'compound',
    equipment: 'body only',
    primary: [muscle],
    secondary: [],
    ...changes,
  });
const pull = { force: 'pull' } as const;

describe('the pattern', () => {
  it.each<[string, FileMuscle, string, Partial<FileExercise>?]>([
    ['Front Squat (Clean Grip)', 'quadriceps', 'squat'],
    ['Wide Leg Press', 'quadriceps', 'squat'],
    ['Calf Press On The Leg Press', 'calves', 'isolation'],
    ['Stiff-Legged Deadlift', 'hamstrings', 'hinge', pull],
    ['Seated Good Mornings', 'lower back', 'hinge'],
    ['Barbell Hip Thrust', 'glutes', 'hinge'],
    ['One-Arm Swings', 'hamstrings', 'hinge', pull],
    ['Walking Lunge', 'quadriceps', 'lunge'],
    ['Step-Up', 'glutes', 'lunge'],
    ['Split Squats', 'quadriceps', 'lunge'],
    ['Jump Squat', 'quadriceps', 'jump'],
    ['Floor Press', 'triceps', 'horizontal_push'],
    ['Push-Up', 'chest', 'horizontal_push'],
    ['Dips', 'chest', 'horizontal_push'],
    ['Bench Dips', 'triceps', 'isolation'],
    ['Military Press', 'shoulders', 'vertical_push'],
    ['Push Press', 'shoulders', 'vertical_push', { category: 'olympic weightlifting' }],
    ['Bent Over Row', 'middle back', 'horizontal_pull', pull],
    ['Face Pull', 'shoulders', 'horizontal_pull', pull],
    ['Pullups', 'lats', 'vertical_pull', pull],
    ['Chin-Up', 'lats', 'vertical_pull', pull],
    ['Wide-Grip Lat Pulldown', 'lats', 'vertical_pull', pull],
    ['Upright Cable Row', 'traps', 'vertical_pull', pull],
    ["Farmer's Walk", 'forearms', 'carry', { category: 'strongman' }],
    ['Monster Walk', 'abductors', 'isolation'],
    ['Crunches', 'abdominals', 'core', { mechanic: 'isolation', force: 'pull' }],
    ['Hammer Curls', 'biceps', 'isolation', pull],
    ['Dumbbell Flyes', 'chest', 'isolation'],
    ['Power Clean', 'hamstrings', 'olympic', pull],
    ['Hang Pull', 'hamstrings', 'olympic', { category: 'olympic weightlifting' }],
    ['Overhead Squat', 'quadriceps', 'squat', { category: 'olympic weightlifting' }],
    ['Squat Jerk', 'quadriceps', 'olympic'],
    ['Long Stride', 'quadriceps', 'jump', { category: 'plyometrics' }],
    ['Plyo Push-Up', 'chest', 'horizontal_push', { category: 'plyometrics' }],
    ['Overhead Slam', 'lats', 'conditioning', { category: 'plyometrics' }],
    ['Running', 'quadriceps', 'conditioning', { category: 'cardio' }],
    ['Split Squats', 'hamstrings', 'mobility', { category: 'stretching' }],
    ['Unheard Of', 'neck', 'isolation'],
    ['Unheard Of', 'lats', 'vertical_pull', pull],
  ])('of %s for the %s is %s', (name, muscle, pattern, changes) => {
    expect(factsFor(name, muscle, changes).pattern).toBe(pattern);
  });
});

describe('the muscles', () => {
  it.each<[string, FileMuscle, string[], Partial<FileExercise>?]>([
    ['Military Press', 'shoulders', ['front_delts', 'side_delts']],
    ['Side Lateral Raise', 'shoulders', ['side_delts']],
    ['Front Raise', 'shoulders', ['front_delts']],
    ['Reverse Flyes', 'shoulders', ['rear_delts'], pull],
    ['Row To Chest', 'shoulders', ['rear_delts'], pull],
    ['Shoulder Circles', 'shoulders', ['front_delts', 'side_delts', 'rear_delts'], { category: 'stretching' }],
    ['Sit-Up', 'abdominals', ['abs']],
    ['Russian Twist', 'abdominals', ['obliques', 'abs']],
    ['Anterior Tibialis', 'calves', ['shins']],
    ['Hip Flexion', 'quadriceps', ['hip_flexors', 'quads']],
    ['Shrug', 'middle back', ['upper_back']],
  ])('of %s for the %s are %s', (name, muscle, muscles, changes) => {
    expect(factsFor(name, muscle, changes).primary).toEqual(muscles);
  });

  it('that help in the shoulder are the front in a press and the rear in a row', () => {
    expect(factsFor('Bench Press', 'chest', { secondary: ['shoulders', 'triceps', 'chest'] }).secondary).toEqual([
      'front_delts',
      'triceps',
    ]);
    expect(factsFor('Row', 'middle back', { ...pull, secondary: ['shoulders'] }).secondary).toEqual(['rear_delts']);
  });
});

describe('the equipment', () => {
  it.each<[string, FileExercise['equipment'], string[], string[]?]>([
    ['Bench Press', 'barbell', ['barbell', 'bench', 'rack']],
    ['Smith Machine Squat', 'machine', ['smith_machine']],
    ['Hack Squat', 'barbell', ['barbell']],
    ['EZ Bar Curl', 'barbell', ['ez_bar']],
    ['Incline Press', 'dumbbell', ['dumbbells', 'bench']],
    ['Pullups', 'body only', ['pull_up_bar']],
    ['Ring Dips', 'other', ['rings']],
    ['Trap Bar Deadlift', 'other', ['trap_bar']],
    ['Treadmill Walk', 'machine', ['treadmill']],
    ['Air Bike', 'body only', []],
    ['Tire Flip', 'other', [], ['Check equipment']],
    ['Inverted Row', null, [], ['Check equipment']],
  ])('of %s with %s is %s', (name, equipment, needed, tags = []) => {
    expect(factsFor(name, 'lats', { equipment })).toMatchObject({ equipment: needed, tags });
  });

  it('of a stretch without any needs no check', () => {
    expect(factsFor('Toe Touch', 'hamstrings', { category: 'stretching', equipment: null }).tags).toEqual([]);
  });
});

describe('force, measure and sides', () => {
  it('follow from pattern, category and name where the file says nothing', () => {
    const unsaid = { force: null };
    expect(factsFor('Hamstring Stretch', 'hamstrings', { ...unsaid, category: 'stretching' })).toMatchObject({
      force: 'static',
      measure: 'time',
      unilateral: false,
    });
    expect(factsFor('Pull-Up', 'lats', unsaid)).toMatchObject({ force: 'pull', measure: 'reps' });
    expect(factsFor('Bike', 'quadriceps', { ...unsaid, category: 'cardio' })).toMatchObject({ measure: 'time' });
    expect(factsFor('Plank', 'abdominals', { force: 'static' })).toMatchObject({ measure: 'time' });
    expect(factsFor('Yoke Walk', 'quadriceps', unsaid)).toMatchObject({ force: 'static', measure: 'distance' });
    expect(factsFor('Sled Push', 'quadriceps', unsaid)).toMatchObject({ force: 'push', measure: 'distance' });
  });

  it.each(['One-Arm Press', 'Single-Leg Press', 'Alternating Press', 'Rear Lunge', 'Pistol Squat'])(
    'finds one side at a time in %s',
    (name) => expect(factsFor(name, 'quadriceps').unilateral).toBe(true),
  );
  it('finds none in two-arm exercises', () => {
    expect(factsFor('Two-Arm Press', 'shoulders').unilateral).toBe(false);
  });
});
