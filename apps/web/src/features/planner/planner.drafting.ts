import type { PlannerDraft } from '@stridewell/contract/planner/planner';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import type { MealDraft, MealGenerationInput } from '@stridewell/contract/planner/planner.meals';
import { useEffect, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { rpc } from '../../lib/rpc.ts';

/** Progress of a draft: a sentence for each finished step. */
export type StepNotes = Partial<Record<string, string>>;

export type Drafting<Draft> =
  | { status: 'idle' }
  | { status: 'running'; notes: StepNotes }
  | { status: 'blocked'; blocks: string[] }
  /** Constraints that cannot be kept, with what to allow. */
  | { status: 'impossible'; sentences: string[] }
  | { status: 'failed'; notes: StepNotes; error: unknown }
  | { status: 'ready'; draft: Draft };

/** The steps ended before the last one. */
export class DraftInterrupted extends Error {}

type DraftingEvent<Draft> =
  | { type: 'step'; step: string; note: string }
  | { type: 'blocked'; blocks: string[] }
  | { type: 'impossible'; sentences: string[] }
  | { type: 'ready'; draft: Draft };

type Events<Draft> = Promise<AsyncIterable<DraftingEvent<Draft>>>;
type Asked<Profile> = { draftId: string; profile: Profile };

/** Follows the events of a draft and tells each step. Throws what ended it early. */
async function follow<Draft>(ask: () => Events<Draft>, show: (drafting: Drafting<Draft>) => void): Promise<void> {
  const notes: StepNotes = {};
  show({ status: 'running', notes: {} });
  try {
    for await (const event of await ask()) {
      if (event.type === 'ready') return show({ status: 'ready', draft: event.draft });
      if (event.type === 'blocked') return show({ status: 'blocked', blocks: event.blocks });
      if (event.type === 'impossible') return show({ status: 'impossible', sentences: event.sentences });
      notes[event.step] = event.note;
      show({ status: 'running', notes: { ...notes } });
    }
    throw new DraftInterrupted();
  } catch (error) {
    show({ status: 'failed', notes, error });
  }
}

/**
 * A draft in the making. Leaving the page or asking for another one stops it on the server. A second attempt names the
 * same draft, so what is ready there is not made twice.
 */
function useDraftOf<Profile, Draft>(ask: (asked: Asked<Profile>, signal: AbortSignal) => Events<Draft>) {
  const [drafting, setDrafting] = useState<Drafting<Draft>>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  const last = useRef<Asked<Profile>>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = (asked: Asked<Profile>): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    last.current = asked;
    return follow(
      () => ask(asked, controller.signal),
      (next) => {
        if (running.current === controller) setDrafting(next);
      },
    );
  };
  return {
    drafting,
    start: (profile: Profile) => send({ draftId: newId(), profile }),
    retry: () => (last.current ? send(last.current) : Promise.resolve()),
    /** Shows no draft. */
    clear: () => setDrafting({ status: 'idle' }),
  };
}

/** Drafts a program. */
export const useDrafting = (coachId: string, clientId: string | null) =>
  useDraftOf<GenerationInput, PlannerDraft>((asked, signal) =>
    rpc.planner.draftProgram({ coachId, clientId, ...asked }, { signal }),
  );

/** Drafts a meal plan. */
export const useMealDrafting = (coachId: string, clientId: string | null) =>
  useDraftOf<MealGenerationInput, MealDraft>((asked, signal) =>
    rpc.planner.draftMealPlan({ coachId, clientId, ...asked }, { signal }),
  );
