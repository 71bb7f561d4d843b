import type { Digest } from '@stridewell/contract/decisions/decisions';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const decisionQueueQuery = (coachId: string) =>
  queryOptions(orpc.decisions.getQueue.queryOptions({ input: { coachId } }));

export const digestQuery = (coachId: string) =>
  queryOptions(orpc.decisions.getDigest.queryOptions({ input: { coachId } }));

export const useSetDigest = (coachId: string) =>
  useChange(
    (digest: Digest) => rpc.decisions.setDigest(Object.assign({ coachId }, digest)),
    [orpc.decisions.getDigest.key()],
  );
