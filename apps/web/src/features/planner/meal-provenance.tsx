import { useQuery } from '@tanstack/react-query';
import { viewing } from '../../lib/viewing.ts';
import { ProvenanceLine } from './draft-provenance.tsx';
import { mealProvenanceQuery } from './planner.queries.ts';

/** How a meal plan was drafted. Nothing for a plan that the coach wrote. */
export function MealProvenance({ coachId, planId }: { coachId: string; planId: string }) {
  const { data } = useQuery({ ...mealProvenanceQuery(coachId, planId), enabled: !viewing.isOn() });
  return data?.provenance ? <ProvenanceLine provenance={data.provenance} edits={data.provenance.edits} /> : null;
}
