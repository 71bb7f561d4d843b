import type { ReactNode } from 'react';
import { ClientsPicture, SuggestionPicture, WeekPicture } from './landing-feature-pictures.tsx';
import classes from './landing-features.module.css';
import { LandingSection } from './landing-section.tsx';

const FEATURES: { size: string; title: string; text: string; picture: ReactNode }[] = [
  {
    size: 'wide',
    title: 'Client Management',
    text: 'Every client with goal, check-ins and history on one page, and the ones who went quiet at the top of your list.',
    picture: <ClientsPicture />,
  },
  {
    size: 'narrow',
    title: 'Scheduling',
    text: 'Today and the week ahead in your own time zone, with what is still to follow up.',
    picture: <WeekPicture />,
  },
  {
    size: 'row',
    title: 'AI Assistance',
    text: 'Suggestions made from the numbers your clients send, with the reason beside each. You read each one first: use it, change it or leave it.',
    picture: <SuggestionPicture />,
  },
];

/** The three things the product does all day, each with a piece of its screen. */
export function LandingFeatures() {
  return (
    <LandingSection
      title="Less keeping track, more coaching"
      lead="Spreadsheets, chats and calendars become one place that remembers for you."
    >
      <div className={classes.grid}>
        {FEATURES.map(({ size, title, text, picture }) => (
          <article key={title} className={classes.feature} data-size={size}>
            <div>
              <h3 className={classes.title}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </div>
            {/* A drawing of a screen, not data that anybody should hear. */}
            <div className={classes.picture} aria-hidden="true">
              {picture}
            </div>
          </article>
        ))}
      </div>
    </LandingSection>
  );
}
