import { Card, Text, Title } from '@mantine/core';
import classes from './landing.module.css';
import { ClientsPicture, SuggestionPicture, WeekPicture } from './landing-feature-pictures.tsx';
import { LandingSection } from './landing-section.tsx';

const FEATURES = [
  {
    title: 'Client Management',
    text: 'Every client with goal, check-ins and history on one page, and the ones who went quiet at the top of your list.',
    Picture: ClientsPicture,
  },
  {
    title: 'Scheduling',
    text: 'Today and the week ahead in your own time zone, with what is still to follow up.',
    Picture: WeekPicture,
  },
  {
    title: 'AI Assistance',
    text: 'Suggestions made from the numbers your clients send, with the reason beside each. You read each one first: use it, change it or leave it.',
    Picture: SuggestionPicture,
  },
];

/** The three things the product does all day, each with a piece of its screen. */
export const LandingFeatures = () => (
  <LandingSection
    title="Less keeping track, more coaching"
    lead="Spreadsheets, chats and calendars become one place that remembers for you."
  >
    <div className={classes.features}>
      {FEATURES.map(({ title, text, Picture }) => (
        <Card key={title} component="article" p={{ base: 'lg', xs: 32 }}>
          <div>
            <Title order={3} fz={24}>
              {title}
            </Title>
            <Text c="dimmed" size="lg" mt="xs" maw="34em">
              {text}
            </Text>
          </div>
          {/* A drawing of a screen, not data for screen readers. */}
          <div aria-hidden="true">
            <Picture />
          </div>
        </Card>
      ))}
    </div>
  </LandingSection>
);
