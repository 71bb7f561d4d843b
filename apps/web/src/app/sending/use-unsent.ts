import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useUnsentCheckIns } from './check-ins.ts';
import { useUnsentFood } from './food.ts';
import { useUnsentHabits } from './habits.ts';
import { useUnsentMessages } from './messages.ts';
import { useUnsentFoods } from './own-foods.ts';
import { addUnsent, type Unsent } from './unsent.ts';
import { useUnsentWorkouts } from './workouts.ts';

/** All entries of the person that the server does not have, with those that cannot be sent. */
export const useUnsent = (session: CurrentSession): Unsent =>
  [
    useUnsentMessages(session),
    useUnsentCheckIns(session),
    useUnsentWorkouts(session),
    useUnsentFoods(session),
    useUnsentFood(session),
    useUnsentHabits(session),
  ].reduce(addUnsent);
