import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';

type PageSkeletonProps = {
  /** As the page will have it; left out where it is not known yet. */
  title?: string;
  width: number;
  /** Of the cards that are coming, from the top. */
  heights: readonly number[];
};

/** A page in outline, until it is there. */
export function PageSkeleton({ title, width, heights }: PageSkeletonProps) {
  return (
    <Stack gap="lg" maw={width} mx="auto" aria-busy>
      {title ? <Title order={1}>{title}</Title> : <Skeleton h={34} w="50%" maw={260} />}
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in the outline is all that it is.
        <Skeleton key={index} h={height} radius="lg" />
      ))}
    </Stack>
  );
}
