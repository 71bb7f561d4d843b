import { queryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';

export const decisionQueueQuery = (coachId: string) =>
  queryOptions(orpc.decisions.getQueue.queryOptions({ input: { coachId } }));
