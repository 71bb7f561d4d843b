/** Opens a page of another site, or of ours with a full load. */
export const leaveFor = (url: string): void => window.location.assign(url);
