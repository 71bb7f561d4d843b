type Page = { title: string; description: string; url: string; image: string; site: string };

/** Metadata that other sites show when a page is shared, by property. */
export const sharing = ({ title, description, url, image, site }: Page): Record<string, string> => ({
  'og:type': 'website',
  'og:site_name': site,
  'og:title': title,
  'og:description': description,
  'og:url': url,
  'og:image': image,
  'og:image:width': '1200',
  'og:image:height': '630',
});
