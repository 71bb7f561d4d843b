import { Card, List, Stack } from '@mantine/core';
import type { MealGenerationInput } from '@stridewell/contract/planner/planner.meals';
import { MEAL_STEP_LABELS } from '@stridewell/contract/planner/planner.rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { DraftFailure, DraftSteps } from './draft-steps.tsx';
import { MealForm } from './meal-form.tsx';
import { type MealParts, MealResult } from './meal-result.tsx';
import { useMealDrafting } from './planner.drafting.ts';
import { type MealAnswers, mealAnswersOf, USUAL_MEAL_ANSWERS } from './planner.meals.ts';
import { type MealRecord, mealRecordQuery, plannerQuery } from './planner.queries.ts';
import classes from './planner-page.module.css';
import { Blocked, ClientChoice, ModelNote, PlannerWaiting } from './planner-parts.tsx';

type MealPlannerProps = MealParts & {
  coachId: string;
  /** The client that the plan is for; undefined for a template. */
  clientId: string | undefined;
  onClient: (clientId: string | undefined) => void;
};

/** Drafts a meal plan for a client from their target and record, or a template from a few facts. */
export function MealPlanner({ coachId, clientId, outline, assign, onClient }: MealPlannerProps) {
  const known = useQuery({ ...mealRecordQuery(coachId, clientId ?? ''), enabled: clientId !== undefined });
  const choice = (
    <ClientChoice
      coachId={coachId}
      clientId={clientId}
      name={known.data?.name}
      what="a meal plan"
      onClient={onClient}
    />
  );
  if (clientId === undefined) {
    const shared = { coachId, outline, assign, choice, record: null };
    return <Drafter key="template" {...shared} first={USUAL_MEAL_ANSWERS} />;
  }
  const waiting = <PlannerWaiting choice={choice} />;
  return (
    <QueryBoundary query={known} failed="The client’s record could not be loaded" skeleton={waiting}>
      {(record) => (
        <Drafter
          key={clientId}
          coachId={coachId}
          outline={outline}
          assign={assign}
          choice={choice}
          record={record}
          first={mealAnswersOf(record)}
        />
      )}
    </QueryBoundary>
  );
}

type DrafterProps = MealParts & {
  coachId: string;
  choice: ReactNode;
  record: MealRecord | null;
  first: MealAnswers;
};

function Drafter({ coachId, outline, assign, choice, record, first }: DrafterProps) {
  const [answers, setAnswers] = useState(first);
  const [asked, setAsked] = useState<MealGenerationInput | null>(null);
  const { drafting, start, retry, clear } = useMealDrafting(coachId, record?.clientId ?? null);
  const queries = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  const isRunning = drafting.status === 'running';
  const run = (profile: MealGenerationInput) => {
    setAsked(profile);
    // On a phone the steps and the draft are below the form, whose button is disabled meanwhile.
    const showResult = () => {
      result.current?.scrollIntoView({ block: 'start' });
      result.current?.focus({ preventScroll: true });
    };
    showResult();
    void start(profile).then(() => {
      showResult();
      return queries.invalidateQueries({ queryKey: plannerQuery(coachId).queryKey });
    });
  };
  const name = record?.name ?? 'This client';
  const blocks = record?.screening.blocks ?? [];
  return (
    <div className={classes.columns}>
      <Card padding="md">
        <Stack gap="md">
          {choice}
          {record && <RecordNotes record={record} />}
          <MealForm answers={answers} busy={isRunning} onChange={setAnswers} onSubmit={run} />
          <ModelNote coachId={coachId} what="dishes" />
        </Stack>
      </Card>
      <div ref={result} tabIndex={-1} className={classes.result} aria-live="polite" aria-busy={isRunning}>
        {drafting.status === 'running' && <DraftSteps notes={drafting.notes} labels={MEAL_STEP_LABELS} isRunning />}
        {drafting.status === 'failed' && (
          <DraftFailure
            error={drafting.error}
            notes={drafting.notes}
            labels={MEAL_STEP_LABELS}
            onRetry={() => void retry()}
          />
        )}
        {drafting.status === 'blocked' && <Blocked blocks={drafting.blocks} name={name} what="meal plan" />}
        {drafting.status === 'impossible' && <Impossible sentences={drafting.sentences} />}
        {drafting.status === 'ready' && (
          <MealResult
            key={drafting.draft.id}
            coachId={coachId}
            outline={outline}
            assign={assign}
            record={record}
            draft={drafting.draft}
            onAgain={() => asked && run({ ...asked, seed: asked.seed + 1 })}
            onDismissed={() => {
              clear();
              result.current?.focus();
            }}
          />
        )}
        {drafting.status === 'idle' &&
          (blocks.length > 0 ? (
            <Blocked blocks={blocks} name={name} what="meal plan" />
          ) : (
            <EmptyState title="Your draft appears here">
              {record
                ? `Check the target and what ${name} can eat. Nothing reaches ${name} before you assign it.`
                : 'Set a target and the limits. Nothing reaches a client before you assign it.'}
            </EmptyState>
          ))}
      </div>
    </div>
  );
}

/** Which limits cannot be kept together, with the smallest concession. */
function Impossible({ sentences }: { sentences: readonly string[] }) {
  return (
    <Notice tone="warning" title="No meal plan keeps all of these limits">
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Notice>
  );
}

/** The record’s facts about food, and the findings of the screening. */
function RecordNotes({ record: { allergies, screening, target } }: { record: MealRecord }) {
  return (
    <Stack gap="xs">
      {allergies.length > 0 && <Muted>Never in the plan: {allergies.join(', ')}.</Muted>}
      {target === null && <Muted>No nutrition target yet. Enter the energy for this plan.</Muted>}
      {screening.cautions.map((caution) => (
        <Muted key={caution}>{caution}</Muted>
      ))}
    </Stack>
  );
}
