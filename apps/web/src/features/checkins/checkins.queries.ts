import type { CheckInPlanInput } from '@stridewell/contract/checkins/checkins';
import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Answers, Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uploads } from '../../device/file-upload.ts';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import type { Problem } from '../../device/outbox.ts';
import { refresh, useChange } from '../../lib/changes.ts';
import { codeOf } from '../../lib/errors.ts';
import { Refused } from '../../lib/refused.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { useStore } from '../../lib/store.ts';
import {
  checkInOutbox,
  DraftConflict,
  type DraftStore,
  draftStoreIn,
  laneOf,
  photoIdsOf,
  type RelationshipIds,
  type SentCheckIn,
} from './checkins.outbox.ts';
import { isCheckInDraft } from './checkins.stored.ts';

/** Every screen that shows check-ins, their weights or when the next one is due. */
const CHECK_IN_KEYS = [
  orpc.checkins.key(),
  orpc.clients.key(),
  orpc.progress.key(),
  orpc.dashboard.key(),
  orpc.metrics.key(),
  orpc.notifications.key(),
  orpc.onboarding.key(),
];

/** Every screen that shows what is to review, or a reply. */
const REVIEW_KEYS = [orpc.checkins.key(), orpc.clients.key(), orpc.dashboard.key()];

const STALE_MS = 15_000;

export const checkInsQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.listCheckIns.queryOptions({ input: { coachId, clientId } }), staleTime: STALE_MS });

export const checkInFormQuery = () => {
  const query = orpc.checkins.getCheckInForm.queryOptions();
  return queryOptions({ ...query, queryFn: withOfflineAnswer(query.queryFn), staleTime: STALE_MS });
};

export const clientCheckInFormQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.checkins.getClientCheckInForm.queryOptions({ input: { coachId, clientId } }),
    staleTime: STALE_MS,
  });

export const dueClientsQuery = (coachId: string, q: string) =>
  queryOptions({
    ...orpc.checkins.listDueClients.queryOptions({ input: { coachId, q } }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });

export const templatesQuery = (coachId: string) =>
  queryOptions({ ...orpc.checkins.listTemplates.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const planQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.getCheckInPlan.queryOptions({ input: { coachId, clientId } }), staleTime: STALE_MS });

export const unreviewedQuery = (coachId: string) =>
  queryOptions({ ...orpc.checkins.listCheckInsToReview.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const reviewQuery = (coachId: string, checkInId: string) =>
  queryOptions({
    ...orpc.checkins.getReview.queryOptions({ input: { coachId, checkInId } }),
    staleTime: STALE_MS,
  });

export type Review = Awaited<ReturnType<typeof rpc.checkins.getReview>>;
export type Plan = Awaited<ReturnType<typeof rpc.checkins.getCheckInPlan>>;

export type Submission = { id: string; templateId: string | null; version: number; answers: Answers };

export const ownCheckInsQuery = () =>
  queryOptions({ ...orpc.checkins.listOwnCheckIns.queryOptions(), staleTime: STALE_MS });

/** The client's drafts for every coach, as the server has them. */
export const ownDraftsQuery = () =>
  queryOptions({ ...orpc.checkins.listOwnDrafts.queryOptions(), staleTime: STALE_MS, retry: false });

/** A refusal from the outbox in the shape that `problemsOf` reads. */
class SubmitError extends Error {
  readonly code = 'NOT_SENT';
  readonly status = 422;
  readonly data: { problems: Record<string, string> };
  constructor({ message, fields }: Problem) {
    super(message);
    this.data = { problems: fields };
  }
}

/** The client's draft or unsent check-in of this relationship on this device. */
export function useOwnCheckIn(userId: string, relationship: RelationshipIds) {
  const outbox = checkInOutbox(userId);
  const lane = laneOf(relationship);
  const draftStore = draftStoreIn(userId, lane);
  const { items, waiting, full } = useStore(outbox);
  const state = useStore(draftStore);
  const sent = items.find((item) => item.lane === lane);
  const problem = sent?.problem ?? null;
  const error = useMemo(() => problem && new SubmitError(problem), [problem]);
  return {
    ...state,
    outbox,
    draftStore,
    draft: sent?.content ?? state.draft,
    isSending: sent !== undefined && problem === null,
    waiting,
    error,
    full: full || state.full,
  };
}

/** The draft of another device, where the server refused because of it. */
function conflictIn(error: unknown): CheckInDraft | null {
  if (!(error instanceof Refused) || error.code !== 'DRAFT_NEWER') return null;
  const draft: unknown = (error.data as { draft?: unknown } | undefined)?.draft;
  return isCheckInDraft(draft) ? draft : null;
}

/** Names the coach, because the client may have changed coaches on another device. */
const forServer = ({ id, templateId, version, answers, basedOn }: SentCheckIn, coachId: string) => ({
  id,
  templateId,
  version,
  answers,
  basedOn,
  coachId,
});

/** Saves a draft of this person for their other devices. */
export const saveCheckInDraft =
  (userId: string, coachId: string) =>
  async (draft: SentCheckIn, signal: AbortSignal): Promise<{ savedAt: string }> => {
    try {
      return await rpc.checkins.saveCheckInDraft(forServer(draft, coachId), { signal, context: { userId } });
    } catch (error) {
      const conflict = conflictIn(error);
      throw conflict ? new DraftConflict(conflict, { cause: error }) : error;
    }
  };

/** Submits a check-in of this person. When another device was faster, its draft becomes a conflict or a copy. */
export async function submitCheckIn(
  client: QueryClient,
  userId: string,
  draftStore: DraftStore,
  content: SentCheckIn,
  signal: AbortSignal,
): Promise<void> {
  const { coachId } = draftStore.relationship;
  try {
    await uploads.sendAfter(
      photoIdsOf(content.answers),
      () => rpc.checkins.submitCheckIn(forServer(content, coachId), { signal, context: { userId } }),
      signal,
    );
  } catch (error) {
    const conflict = conflictIn(error);
    // A save was on its way when the client sent the check-in.
    if (conflict && draftStore.hasSent(conflict)) {
      return submitCheckIn(client, userId, draftStore, { ...content, basedOn: conflict.savedAt }, signal);
    }
    if (conflict) draftStore.setConflict(conflict);
    if (codeOf(error) !== 'SENT_BEFORE') throw error;
    draftStore.copy(content);
  }
  void refresh(client, CHECK_IN_KEYS);
}

/** Corrects a sent check-in of the client. */
export const useCorrectCheckIn = () =>
  useChange(
    (input: Pick<Submission, 'id' | 'answers'>) =>
      uploads.sendAfter(photoIdsOf(input.answers), () => rpc.checkins.correctCheckIn(input)),
    CHECK_IN_KEYS,
  );

export const useLogCheckIn = (coachId: string, clientId: string) =>
  useChange(
    (input: Submission & { day: string }) =>
      uploads.sendAfter(photoIdsOf(input.answers), () => rpc.checkins.logCheckIn({ coachId, clientId, ...input })),
    CHECK_IN_KEYS,
  );

export const useSaveTemplate = (coachId: string) =>
  useChange(
    (input: { templateId: string; name: string; questions: Question[]; basedOn: number }) =>
      rpc.checkins.saveTemplate({ coachId, ...input }),
    [orpc.checkins.key()],
  );

export function useUpdateTemplate(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { templateId: string; archived?: boolean; isDefault?: boolean }) =>
      rpc.checkins.updateTemplate({ coachId, ...input }),
    onSettled: () => refresh(client, [orpc.checkins.key()]),
  });
}

export const useSetCheckInPlan = (coachId: string, clientId: string) =>
  useChange((input: CheckInPlanInput) => rpc.checkins.setCheckInPlan({ coachId, clientId, ...input }), CHECK_IN_KEYS);

export function useReviewCheckIn(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { checkInId: string; reply: { id: string; body: string } | null }) =>
      rpc.checkins.reviewCheckIn({ coachId, ...input }),
    onSuccess(_answer, { reply }) {
      void refresh(client, reply ? [...REVIEW_KEYS, orpc.messages.key()] : REVIEW_KEYS);
    },
  });
}

export const useSaveQuickReplies = (coachId: string) =>
  useChange(
    (quickReplies: string[]) => rpc.checkins.saveQuickReplies({ coachId, quickReplies }),
    [orpc.checkins.listCheckInsToReview.key()],
  );
