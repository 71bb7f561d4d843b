import { EMPTY_FOOD } from '@stridewell/contract/foods/foods';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CoachFoodForm } from './coach-food-form.tsx';
import { clientFoodQuery } from './foods.coach-queries.ts';

type TakeOverFoodProps = { coachId: string; clientId: string; foodId: string; onClose: () => void };

/** Adds a food of a client to the coach's own ones. The form asks for the values that the client does not know. */
export function TakeOverFood({ coachId, clientId, foodId, onClose }: TakeOverFoodProps) {
  const query = useQuery(clientFoodQuery(coachId, clientId, foodId));
  const [id] = useState(newId);
  if (query.error) {
    return <ProblemAlert title="This food could not be opened" error={query.error} fallback="Please try again." />;
  }
  if (!query.data) return null;
  const { name, brand, unit, serving, nutrients } = query.data;
  const portions = serving === null ? [] : [{ name: 'serving', grams: serving }];
  const { kcal = null, protein = null, carbohydrate = null, fat = null, alcohol = null } = nutrients ?? {};
  const content = { ...EMPTY_FOOD, name, brand, unit, portions, kcal, protein, carbohydrate, fat, alcohol };
  return <CoachFoodForm coachId={coachId} food={{ id, name, content }} onDone={onClose} onClose={onClose} />;
}
