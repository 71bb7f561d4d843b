import { queryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';

export const storageQuery = (coachId: string) =>
  queryOptions(orpc.files.getStorage.queryOptions({ input: { coachId } }));
