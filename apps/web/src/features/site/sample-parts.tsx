import { Text, ThemeIcon } from '@mantine/core';

/** Marks a picture of the landing page as invented. The library's badge would be loaded for it alone. */
export const SampleMark = () => (
  <Text size="xs" fw={600} c="dimmed" px={10} py={2} bdrs="xl" bg="var(--fill-mid)">
    Sample data
  </Text>
);

type SamplePersonProps = { initials: string; name: string; goal?: string };

/** A made-up client, as rows of the product show one. The library's avatar would be loaded for it alone. */
export const SamplePerson = ({ initials, name, goal }: SamplePersonProps) => (
  <>
    <ThemeIcon component="span" variant="light" size={40} radius="xl" fz="md" fw={650} aria-hidden>
      {initials}
    </ThemeIcon>
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
