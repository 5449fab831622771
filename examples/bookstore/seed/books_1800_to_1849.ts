/** Books first published from 1800 to 1849: Gutenberg number | title | author | year | language of the edition | subjects. */
export const books1800To1849 = `
2229 | Faust | goethe-johann-wolfgang-von | 1808 | de | drama, tragedy
161 | Sense and Sensibility | austen-jane | 1811 | en | romance, manners
1342 | Pride and Prejudice | austen-jane | 1813 | en | romance, manners
141 | Mansfield Park | austen-jane | 1814 | en | manners
5998 | Waverley | scott-walter | 1814 | en | historical
158 | Emma | austen-jane | 1815 | en | romance, comedy
6341 | Nachtstücke | hoffmann-e-t-a | 1816 | de | horror, short stories
105 | Persuasion | austen-jane | 1817 | en | romance
121 | Northanger Abbey | austen-jane | 1817 | en | gothic, satire
7025 | Rob Roy | scott-walter | 1817 | en | historical, adventure
84 | Frankenstein | shelley-mary | 1818 | en | gothic, science fiction, horror
21700 | Don Juan | byron-lord | 1819 | en | poetry, satire
82 | Ivanhoe | scott-walter | 1819 | en | historical, adventure
41 | The Legend of Sleepy Hollow | irving-washington | 1820 | en | ghosts, short stories
2275 | The Pioneers | cooper-james-fenimore | 1823 | en | adventure, historical
27681 | The Last of the Mohicans | cooper-james-fenimore | 1826 | en | adventure, historical
18247 | The Last Man | shelley-mary | 1826 | en | science fiction, apocalypse
45334 | I promessi sposi | manzoni-alessandro | 1827 | it | historical, italy
798 | Le rouge et le noir | stendhal | 1830 | fr | society, ambition
44747 | The Red and the Black | stendhal | 1830 | en | society, ambition
2610 | Notre-Dame de Paris | hugo-victor | 1831 | en | historical, gothic
1715 | Eugénie Grandet | balzac-honore-de | 1833 | en | family
1237 | Father Goriot | balzac-honore-de | 1835 | en | society, paris
3735 | The Inspector-General | gogol-nikolai | 1836 | en | drama, comedy
580 | The Pickwick Papers | dickens-charles | 1837 | en | comedy, travel
730 | Oliver Twist | dickens-charles | 1838 | en | social, london
944 | The Voyage of the Beagle | darwin-charles | 1839 | en | science, travel
967 | Nicholas Nickleby | dickens-charles | 1839 | en | social, comedy
932 | The Fall of the House of Usher | poe-edgar-allan | 1839 | en | gothic, horror
3285 | The Deerslayer | cooper-james-fenimore | 1841 | en | adventure, historical
1081 | Dead Souls | gogol-nikolai | 1842 | en | satire
1064 | The Masque of the Red Death | poe-edgar-allan | 1842 | en | horror
46 | A Christmas Carol | dickens-charles | 1843 | en | christmas, ghosts
1257 | The Three Musketeers | dumas-alexandre | 1844 | en | adventure, historical
13951 | Les trois mousquetaires | dumas-alexandre | 1844 | fr | adventure, historical
4558 | Barry Lyndon | thackeray-william-makepeace | 1844 | en | satire, historical
23 | Narrative of the Life of Frederick Douglass, an American Slave | douglass-frederick | 1845 | en | slavery, autobiography
1259 | Twenty Years After | dumas-alexandre | 1845 | en | adventure, historical
17192 | The Raven | poe-edgar-allan | 1845 | en | poetry, gothic
1184 | The Count of Monte Cristo | dumas-alexandre | 1846 | en | adventure, historical
1900 | Typee | melville-herman | 1846 | en | sea, travel
1063 | The Cask of Amontillado | poe-edgar-allan | 1846 | en | horror
767 | Agnes Grey | bronte-anne | 1847 | en | governess
1260 | Jane Eyre | bronte-charlotte | 1847 | en | gothic, romance
768 | Wuthering Heights | bronte-emily | 1847 | en | gothic, romance
4045 | Omoo | melville-herman | 1847 | en | sea, travel
969 | The Tenant of Wildfell Hall | bronte-anne | 1848 | en | marriage, social
821 | Dombey and Son | dickens-charles | 1848 | en | family, social
2153 | Mary Barton | gaskell-elizabeth | 1848 | en | industry, social
61 | The Communist Manifesto | marx-karl | 1848 | en | politics, economics
599 | Vanity Fair | thackeray-william-makepeace | 1848 | en | satire, society
30486 | Shirley | bronte-charlotte | 1849 | en | social, industry
71 | On the Duty of Civil Disobedience | thoreau-henry-david | 1849 | en | politics, philosophy
`;
