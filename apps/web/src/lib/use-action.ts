import { useState } from 'react';

type Outcome<Output> = { data: Output | undefined; error: unknown; isPending: boolean };

const IDLE = { data: undefined, error: null, isPending: false };

/** A call and its latest outcome, for visitors, whose pages do without the query library. */
export function useAction<Input, Output>(send: (input: Input) => Promise<Output>) {
  const [outcome, setOutcome] = useState<Outcome<Output>>(IDLE);
  return {
    ...outcome,
    reset: () => setOutcome(IDLE),
    /** @throws what `send` throws */
    run: async (input: Input): Promise<Output> => {
      setOutcome({ data: undefined, error: null, isPending: true });
      try {
        const data = await send(input);
        setOutcome({ data, error: null, isPending: false });
        return data;
      } catch (error) {
        setOutcome({ data: undefined, error, isPending: false });
        throw error;
      }
    },
  };
}
