type Place = {
  location: string | null;
  /** The coach's link. */
  meetingUrl: string | null;
  /** The link that a connected calendar made. */
  madeMeetingUrl: string | null;
};

/** The link of a session's meeting. One that a calendar made is for sessions without a place. */
export const meetingLinkOf = ({ location, meetingUrl, madeMeetingUrl }: Place): string | null =>
  meetingUrl ?? (location ? null : madeMeetingUrl);

/** Place and link of a session for other calendars, which show one text. */
export const placeOf = (location: string | null, link: string | null): string | null =>
  location && link ? `${location}, ${link}` : (location ?? link);
