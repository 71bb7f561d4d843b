/** Pages whose feature does not exist yet: their routes say so, and no link leads to them. */
const PLANNED = [/^\/operator\/ai-assistant$/];

export const isPlanned = (path: string): boolean => PLANNED.some((pattern) => pattern.test(path));
