import { Avatar, Text } from '@mantine/core';

type SamplePersonProps = { initials: string; name: string; goal?: string };

/** A made-up client in the landing page's pictures, as rows of the product show a client. */
export const SamplePerson = ({ initials, name, goal }: SamplePersonProps) => (
  <>
    <Avatar component="span" size={40} aria-hidden>
      {initials}
    </Avatar>
    <Text span flex={goal ? 1 : undefined} miw={0} fw={650}>
      {name}
      {goal && (
        <Text span display="block" size="sm" c="dimmed">
          {goal}
        </Text>
      )}
    </Text>
  </>
);
