/** Books first published from 1850 to 1879: Gutenberg number | title | author | year | language of the edition | subjects. */
export const books1850To1879 = `
766 | David Copperfield | dickens-charles | 1850 | en | coming of age
965 | The Black Tulip | dumas-alexandre | 1850 | en | adventure, historical
25344 | The Scarlet Letter | hawthorne-nathaniel | 1850 | en | historical, puritans
10712 | White-Jacket | melville-herman | 1850 | en | sea, navy
77 | The House of the Seven Gables | hawthorne-nathaniel | 1851 | en | gothic
2701 | Moby Dick; or, The Whale | melville-herman | 1851 | en | sea, adventure, whaling
2081 | The Blithedale Romance | hawthorne-nathaniel | 1852 | en | utopia
203 | Uncle Tom's Cabin | stowe-harriet-beecher | 1852 | en | slavery
8597 | A Sportsman's Sketches | turgenev-ivan | 1852 | en | rural life, short stories
9182 | Villette | bronte-charlotte | 1853 | en | romance
1023 | Bleak House | dickens-charles | 1853 | en | law, social
394 | Cranford | gaskell-elizabeth | 1853 | en | rural life
786 | Hard Times | dickens-charles | 1854 | en | social, industry
205 | Walden | thoreau-henry-david | 1854 | en | nature, philosophy
202 | My Bondage and My Freedom | douglass-frederick | 1855 | en | slavery, autobiography
4276 | North and South | gaskell-elizabeth | 1855 | en | industry, romance
619 | The Warden | trollope-anthony | 1855 | en | clergy
1322 | Leaves of Grass | whitman-walt | 1855 | en | poetry
15859 | The Piazza Tales | melville-herman | 1856 | en | short stories
6099 | Les Fleurs du Mal | baudelaire-charles | 1857 | fr | poetry
1028 | The Professor | bronte-charlotte | 1857 | en | romance
963 | Little Dorrit | dickens-charles | 1857 | en | social, prison
2413 | Madame Bovary | flaubert-gustave | 1857 | en | marriage, realism
14155 | Madame Bovary | flaubert-gustave | 1857 | fr | marriage, realism
3409 | Barchester Towers | trollope-anthony | 1857 | en | clergy, comedy
325 | Phantastes | macdonald-george | 1858 | en | fantasy
3166 | Doctor Thorne | trollope-anthony | 1858 | en | marriage
1228 | On the Origin of Species By Means of Natural Selection | darwin-charles | 1859 | en | science, evolution
98 | A Tale of Two Cities | dickens-charles | 1859 | en | historical, revolution
507 | Adam Bede | eliot-george | 1859 | en | rural life
34901 | On Liberty | mill-john-stuart | 1859 | en | politics, philosophy
583 | The Woman in White | collins-wilkie | 1860 | en | mystery
6688 | The Mill on the Floss | eliot-george | 1860 | en | family
11024 | Max Havelaar | multatuli | 1860 | nl | colonialism
1400 | Great Expectations | dickens-charles | 1861 | en | coming of age
550 | Silas Marner | eliot-george | 1861 | en | rural life
11030 | Incidents in the Life of a Slave Girl | jacobs-harriet | 1861 | en | slavery, autobiography
1290 | Salammbô | flaubert-gustave | 1862 | en | historical, carthage
135 | Les Misérables | hugo-victor | 1862 | en | historical, social
30723 | Fathers and Children | turgenev-ivan | 1862 | en | family, politics
1018 | The Water-Babies | kingsley-charles | 1863 | en | fantasy, children
600 | Notes from the Underground | dostoyevsky-fyodor | 1864 | en | philosophy
18857 | A Journey to the Centre of the Earth | verne-jules | 1864 | en | science fiction, adventure
11 | Alice's Adventures in Wonderland | carroll-lewis | 1865 | en | fantasy, children
883 | Our Mutual Friend | dickens-charles | 1865 | en | social, london
1895 | Armadale | collins-wilkie | 1866 | en | mystery
2197 | The Gambler | dostoyevsky-fyodor | 1866 | en | gambling
2554 | Crime and Punishment | dostoyevsky-fyodor | 1866 | en | crime, psychology
4274 | Wives and Daughters | gaskell-elizabeth | 1866 | en | family
7461 | Thérèse Raquin | zola-emile | 1867 | fr | crime
514 | Little Women | alcott-louisa-may | 1868 | en | family, children
155 | The Moonstone | collins-wilkie | 1868 | en | detective, mystery
2638 | The Idiot | dostoyevsky-fyodor | 1869 | en | society
12587 | The Man Who Laughs | hugo-victor | 1869 | en | historical
27083 | The Subjection of Women | mill-john-stuart | 1869 | en | women, politics
2600 | War and Peace | tolstoy-leo | 1869 | en | historical, war
3176 | The Innocents Abroad | twain-mark | 1869 | en | travel, humour
564 | The Mystery of Edwin Drood | dickens-charles | 1870 | en | mystery
164 | Twenty Thousand Leagues under the Sea | verne-jules | 1870 | en | science fiction, sea
2788 | Little Men | alcott-louisa-may | 1871 | en | family, children
12 | Through the Looking-Glass | carroll-lewis | 1871 | en | fantasy, children
2300 | The Descent of Man, and Selection in Relation to Sex | darwin-charles | 1871 | en | science, evolution
1906 | Erewhon | butler-samuel | 1872 | en | utopia, satire
8117 | The Possessed | dostoyevsky-fyodor | 1872 | en | politics
145 | Middlemarch | eliot-george | 1872 | en | social, marriage
2662 | Under the Greenwood Tree | hardy-thomas | 1872 | en | rural life, romance
10007 | Carmilla | le-fanu-sheridan | 1872 | en | gothic, vampires
708 | The Princess and the Goblin | macdonald-george | 1872 | en | fantasy, children
3177 | Roughing It | twain-mark | 1872 | en | travel, humour
103 | Around the World in Eighty Days | verne-jules | 1873 | en | adventure, travel
107 | Far from the Madding Crowd | hardy-thomas | 1874 | en | romance, rural life
2726 | Eight Cousins | alcott-louisa-may | 1875 | en | family, children
1622 | The Law and the Lady | collins-wilkie | 1875 | en | mystery
5231 | The Way We Live Now | trollope-anthony | 1875 | en | satire, finance
1268 | The Mysterious Island | verne-jules | 1875 | en | adventure, castaways
13 | The Hunting of the Snark | carroll-lewis | 1876 | en | poetry, nonsense
7469 | Daniel Deronda | eliot-george | 1876 | en | social
74 | The Adventures of Tom Sawyer | twain-mark | 1876 | en | adventure, children
177 | The American | james-henry | 1877 | en | society
271 | Black Beauty | sewell-anna | 1877 | en | animals, children
8558 | L'Assommoir | zola-emile | 1877 | en | paris, social
42942 | O Primo Bazilio | eca-de-queiros | 1878 | pt | marriage
122 | The Return of the Native | hardy-thomas | 1878 | en | tragedy, rural life
179 | The Europeans | james-henry | 1878 | en | society
1399 | Anna Karenina | tolstoy-leo | 1878 | en | marriage, society
2542 | A Doll's House | ibsen-henrik | 1879 | en | drama, marriage
535 | Travels with a Donkey in the Cevennes | stevenson-robert-louis | 1879 | en | travel
`;
