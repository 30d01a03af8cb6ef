/** The languages in which the simulator's pages speak. */
const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;

export type PageLanguage = (typeof LANGUAGES)[number];

/**
 * The language of a page, for the one that was asked for by a code of ISO 639-1 (001 Endpoints, `languageIso2`; 002 Payment initiation
 * request, `lang`). It is `en` when none was asked for, or one that has no texts here.
 */
export function pageLanguage(asked: string | undefined): PageLanguage {
  return LANGUAGES.find((language) => language === asked?.toLowerCase()) ?? 'en';
}
