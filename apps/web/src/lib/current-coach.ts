let current: string | undefined;

/** The coach of the signed-in client, which requests name in a header. Undefined for coaches and operators. */
export const currentCoach = {
  get: (): string | undefined => current,
  set: (coachId: string | undefined): void => {
    current = coachId;
  },
};
