import { Anchor, Avatar, Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { CoachCard as Coach } from '@stridewell/contract/coaches/coaches';
import { linkLabel } from '@stridewell/contract/coaches/coaches.rules';
import { IconBrandInstagram, IconCertificate, IconLanguage, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countLabel } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';

const ICON = {
  size: 18,
  stroke: 1.75,
  color: 'var(--mantine-color-dimmed)',
  style: { flex: 'none', marginTop: 2 },
  'aria-hidden': true,
};

const FACT = { component: 'li', gap: 10, wrap: 'nowrap', align: 'baseline' } as const;

/** A coach as clients see them. Empty fields are left out. */
export function CoachCard({ coach, children }: { coach: Coach; children?: ReactNode }) {
  const { fullName, initials, photoUrl, headline, bio, yearsOfExperience } = coach;
  return (
    <Stack gap="md">
      <Group wrap="nowrap" gap="md">
        <Avatar size={64} src={photoUrl} alt="">
          {initials}
        </Avatar>
        <Stack gap={0} miw={0}>
          <Title order={3} size="h2">
            {fullName}
          </Title>
          {headline && <Text>{headline}</Text>}
          {yearsOfExperience !== null && (
            <Muted>
              {yearsOfExperience === 0
                ? 'In their first year of coaching'
                : `${countLabel(yearsOfExperience, 'year')} of coaching`}
            </Muted>
          )}
        </Stack>
      </Group>
      {children}
      {bio && <Text style={{ whiteSpace: 'pre-line' }}>{bio}</Text>}
      {coach.specialities.length > 0 && (
        <Group gap={8}>
          {coach.specialities.map((speciality) => (
            <Badge key={speciality} maw="100%">
              {speciality}
            </Badge>
          ))}
        </Group>
      )}
      <Stack component="ul" gap={10}>
        {coach.certifications.map(({ name, issuer, year }) => (
          <Group key={`${name} ${issuer} ${year}`} {...FACT}>
            <IconCertificate {...ICON} />
            <Text>
              {name}, {issuer}, {year}
            </Text>
          </Group>
        ))}
        {coach.languages.length > 0 && (
          <Group {...FACT}>
            <IconLanguage {...ICON} />
            <Text>{coach.languages.join(', ')}</Text>
          </Group>
        )}
        {coach.website && <LinkFact icon={<IconWorld {...ICON} />} url={coach.website} />}
        {coach.instagram && <LinkFact icon={<IconBrandInstagram {...ICON} />} url={coach.instagram} />}
      </Stack>
    </Stack>
  );
}

function LinkFact({ icon, url }: { icon: ReactNode; url: string }) {
  return (
    <Group {...FACT} my={{ base: -8, sm: 0 }}>
      {icon}
      <Anchor
        py={{ base: 10, sm: 0 }}
        miw={0}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        underline="always"
      >
        {linkLabel(url)}
      </Anchor>
    </Group>
  );
}
