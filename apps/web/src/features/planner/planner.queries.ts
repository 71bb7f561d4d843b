import type { GenerationInput } from '@stridewell/contract/planner.rules';
import { useMutation } from '@tanstack/react-query';
import { rpc } from '../../lib/rpc.ts';

export type GeneratedProgram = Awaited<ReturnType<typeof rpc.planner.generateProgram>>;

/** Nothing is stored: the coach saves what they want to use. */
export const useGenerateProgram = (coachId: string) =>
  useMutation({
    mutationFn: (profile: GenerationInput) => rpc.planner.generateProgram({ coachId, profile }),
  });
