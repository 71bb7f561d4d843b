import { DayNote } from '../src/features/adjustments/day-note.tsx';
import { OwnWorkouts } from '../src/features/workouts/own-workouts.tsx';
import { mount } from './mount.tsx';
import { CLIENT_ID, COACH_ID } from './people.ts';

/** Mounts the workouts of a client, with what was changed on their days. */
export const mountWorkouts = () =>
  mount(
    <OwnWorkouts
      userId={CLIENT_ID}
      coachId={COACH_ID}
      units="metric"
      noteOf={(planned) => <DayNote planned={planned} />}
    />,
  );
