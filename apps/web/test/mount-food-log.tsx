import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useState } from 'react';
import { usePlannedDay } from '../src/app/planned-options.ts';
import { sessionStore } from '../src/app/session.ts';
import { OwnFoodLog } from '../src/features/foodlogs/own-food-log.tsx';
import { FOOD_TODAY } from './food-logs.ts';
import { mountWithOutboxes } from './mount-with-outboxes.tsx';
import { server } from './server.ts';

type FoodLogProps = { session: CurrentSession; firstDay: string | undefined };

function FoodLog({ session: { user, client }, firstDay }: FoodLogProps) {
  const [day, setDay] = useState(firstDay);
  const planned = usePlannedDay(day, true);
  if (!client) return null;
  const { coachId, clientId, numbersOff, nutritionWay } = client;
  return (
    <OwnFoodLog
      userId={user.id}
      coachId={coachId}
      clientId={clientId}
      units={user.unitSystem}
      numbersOff={numbersOff}
      photosFirst={nutritionWay === 'photos'}
      target={null}
      planned={planned}
      day={day}
      onDay={setDay}
    />
  );
}

/** Mounts the food log of this person, signed in, with the meals of their plan. Sends what is logged. */
export async function mountFoodLog(session: CurrentSession, firstDay?: string) {
  server.usually('GET /rest/v1/session', session);
  server.usually('GET /rest/v1/meal_plans/own', { date: FOOD_TODAY, plan: null });
  await sessionStore.apply('SIGNED_IN', false);
  return mountWithOutboxes(session, <FoodLog session={session} firstDay={firstDay} />);
}
