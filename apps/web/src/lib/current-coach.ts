let current: string | undefined;

/** The coach whose client is in front of the screen, for the requests that name them; undefined for everybody else. */
export const currentCoach = {
  get: (): string | undefined => current,
  set: (coachId: string | undefined): void => {
    current = coachId;
  },
};
